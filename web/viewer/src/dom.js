/** Elements by their id, and new ones in a line. */
export const byId = (id) => document.getElementById(id);

/** `element('button', { class: 'x', onclick: f }, 'text', child)`; text is never read as markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      made.addEventListener(name.slice(2), value);
    } else if (name === 'style') {
      made.style.cssText = value;
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
