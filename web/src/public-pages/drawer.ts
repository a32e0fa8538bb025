/** Turns the scriptless fold-out menu into a drawer: a modal dialog that keeps the focus and closes on choosing. */
export function installDrawer(page: Document): void {
  const menu = page.querySelector<HTMLDetailsElement>("details.menu");
  const panel = menu?.querySelector(".menu-panel");
  const icon = menu?.querySelector("summary svg");
  if (!menu || !panel || !icon) return;

  const opener = iconButton(page, "Menu", icon);
  opener.setAttribute("aria-haspopup", "dialog");
  const drawer = page.createElement("dialog");
  drawer.className = "drawer";
  drawer.setAttribute("aria-label", "Menu");
  drawer.append(drawerHead(page, drawer), panel);
  menu.replaceWith(opener);
  page.body.append(drawer);

  opener.addEventListener("click", () => drawer.showModal());
  drawer.addEventListener("close", () => opener.focus());
  drawer.addEventListener("click", ({ target }) => {
    if (target === drawer || (target as Element).closest("a, [data-logout]")) drawer.close();
  });
  const onWideScreen = page.defaultView?.matchMedia("(width >= 48em)");
  onWideScreen?.addEventListener("change", () => drawer.close());
}

function drawerHead(page: Document, drawer: HTMLDialogElement): HTMLElement {
  const head = page.createElement("div");
  head.className = "drawer-head";
  const brands = [...page.querySelectorAll(".brand")].map((brand) => brand.cloneNode(true));
  head.append(...brands, closeButton(page, drawer));
  return head;
}

function closeButton(page: Document, drawer: HTMLDialogElement): HTMLButtonElement {
  const cross = page.createElement("span");
  cross.ariaHidden = "true";
  cross.textContent = "✕";
  const button = iconButton(page, "Close menu", cross);
  button.addEventListener("click", () => drawer.close());
  return button;
}

function iconButton(page: Document, label: string, icon: Element): HTMLButtonElement {
  const button = page.createElement("button");
  button.type = "button";
  button.className = "menu-button";
  button.setAttribute("aria-label", label);
  button.append(icon);
  return button;
}
