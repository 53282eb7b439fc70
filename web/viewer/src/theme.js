/** The theme: dark, light, or the system's. */
const KEY = 'sinew-theme';
const ORDER = ['system', 'light', 'dark'];
const WORDS = { system: 'as the system', light: 'light', dark: 'dark' };

export function setUpTheme(button, onChange) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = ORDER.includes(stored()) ? stored() : 'system';
  const apply = () => {
    if (chosen === 'system') {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = chosen;
    }
    button.setAttribute('aria-label', `Theme: ${WORDS[chosen]}`);
    button.title = `Theme: ${WORDS[chosen]}`;
    onChange(chosen === 'dark' || (chosen === 'system' && system.matches));
  };
  button.addEventListener('click', () => {
    chosen = ORDER[(ORDER.indexOf(chosen) + 1) % ORDER.length];
    store(chosen);
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}

// A page in a frame may have no storage.
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Then the theme is not saved.
  }
}
