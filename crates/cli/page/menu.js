// A button that opens a menu of actions.

/**
 * Makes a button open its menu, which is the element that its `aria-controls` names; `chosen(value)` is called with the
 * value of an item. An arrow opens the menu and moves in it, Escape closes it.
 */
export const menuButton = (button, chosen) => {
  const menu = document.getElementById(button.getAttribute("aria-controls"));
  const items = () => [...menu.querySelectorAll("[role=menuitem]:not([hidden])")];

  const close = () => {
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };

  const open = (at = 0) => {
    menu.hidden = false;
    button.setAttribute("aria-expanded", "true");
    items().at(at).focus({ preventScroll: true });
    menu.scrollIntoView({ block: "nearest" });
  };

  button.addEventListener("click", () => (menu.hidden ? open() : close()));
  button.addEventListener("keydown", (event) => {
    const at = { ArrowDown: 0, ArrowUp: -1 }[event.key];
    if (at === undefined) return;
    event.preventDefault();
    open(at);
  });
  menu.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") {
      close();
      button.focus();
    } else if (to !== undefined) {
      all.at(to).focus();
    } else {
      return;
    }
    event.preventDefault();
  });
  menu.addEventListener("click", ({ target }) => {
    const item = target.closest("[role=menuitem]");
    if (!item) return;
    close();
    button.focus();
    chosen(item.value);
  });
  // It closes where something else is done: by the key Tab, or by a click elsewhere.
  const isOutside = (target) => !menu.contains(target) && !button.contains(target);
  menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && isOutside(relatedTarget) && close());
  document.addEventListener("pointerdown", ({ target }) => isOutside(target) && close());
};
