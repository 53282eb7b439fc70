/** The dialog that writes a simulation into a file. */
import { byId } from './dom.js';

export function setUpBake({ session, messages }) {
  const dialog = byId('bake-dialog');
  const number = (id) => Number(byId(id).value);
  byId('bake').addEventListener('click', () => session() && dialog.showModal());
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'bake') {
      return;
    }
    dialog.returnValue = '';
    messages.note('Simulating…', 1);
    // Let the page draw before it is busy.
    setTimeout(() => {
      const { model, clip, name } = session();
      try {
        const { bytes, report } = model.bake({
          seconds: number('bake-seconds'),
          degrees: number('bake-degrees'),
          millimetres: number('bake-millimetres'),
          strip: byId('bake-strip').checked,
          repeat: 'loop',
          ...(clip && { clip }),
        });
        download(bytes, `${name.replace(/\.[^.]*$/, '')}.baked.glb`);
        const off = `at most ${report.errorDegrees.toFixed(3)}° and ${report.errorMillimetres.toFixed(2)} mm off`;
        messages.note(`Baked ${report.nodes} nodes with ${report.keys} keys; ${off}.`, 12);
      } catch (error) {
        messages.error('It cannot be baked', error);
      }
    }, 50);
  });
}

function download(bytes, name) {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'model/gltf-binary' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
