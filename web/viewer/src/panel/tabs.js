/** Tabs as the keyboard expects them. `onShow`: a person has chosen another. */
export function setUpTabs(list, main, onShow) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const show = (tab, isFocused) => {
    main.dataset.tab = tab.dataset.tab;
    for (const other of tabs) {
      const isShown = other === tab;
      other.setAttribute('aria-selected', String(isShown));
      other.tabIndex = isShown ? 0 : -1;
      const panel = document.getElementById(other.getAttribute('aria-controls'));
      // The contents stand beside the view where there is room for them.
      if (other.dataset.tab !== 'contents') {
        panel.hidden = !isShown;
      }
    }
    if (isFocused) {
      tab.focus();
    }
  };
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) {
      show(tab, false);
      onShow();
    }
  });
  list.addEventListener('keydown', (event) => {
    const shown = tabs.filter((tab) => tab.offsetParent !== null);
    const at = shown.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next !== undefined && at >= 0) {
      show(shown[(next + shown.length) % shown.length], true);
      onShow();
      event.preventDefault();
    }
  });
  const open = (name) => {
    const tab = tabs.find((entry) => entry.dataset.tab === name);
    if (tab) {
      show(tab, false);
    }
  };
  open('details');
  return {
    open,
    get shown() {
      return main.dataset.tab;
    },
  };
}
