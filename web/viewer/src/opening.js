/** The three sources of files: the list of demos, a dialog, a drop. */
import { demos } from './demos.js';
import { byId, element } from './dom.js';
import { droppedFiles } from './files.js';
import { writeLink } from './link.js';

/** `openFiles` takes a list of files, `openDemo` one of the demos. */
export function setUpOpening({ openFiles, openDemo }) {
  const choice = byId('demo');
  choice.append(element('option', { value: '', disabled: true, hidden: true }, 'Demos'));
  choice.append(...demos.map(({ title, model }) => element('option', { value: model }, title)));
  choice.addEventListener('change', () => {
    const demo = demos.find(({ model }) => model === choice.value);
    history.replaceState(null, '', writeLink({ model: demo.model }));
    openDemo(demo);
  });
  const input = byId('file');
  byId('open').addEventListener('click', () => input.click());
  input.addEventListener('change', async () => {
    await openFiles([...input.files]);
    input.value = '';
  });
  const cover = byId('drop');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    cover.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    cover.hidden ||= event.relatedTarget === null;
  });
  addEventListener('drop', async (event) => {
    event.preventDefault();
    cover.hidden = true;
    await openFiles(await droppedFiles(event.dataTransfer));
  });
}
