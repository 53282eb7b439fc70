/** Keyboard shortcuts, except in text fields. */
export function setUpKeyboard(actions) {
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.(
      'input:not([type="range"]):not([type="checkbox"]), select, textarea, dialog',
    );
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    // The space key presses the focused button.
    if (event.key === ' ' && event.target.closest?.('button')) {
      return;
    }
    const action = /^[1-9]$/.test(event.key)
      ? () => actions.overlay(Number(event.key) - 1)
      : actions[event.key.toLowerCase()];
    if (action) {
      action();
      event.preventDefault();
    }
  });
}
