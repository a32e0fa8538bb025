import { beforeEach, expect, test } from "vitest";
import { plainConfig } from "../../testing/fake-backend.ts";
import { boardToken } from "../../testing/fake-public-board.ts";
import { installDrawer } from "../enhance-frame.ts";
import { publicPages } from "../render.tsx";
import { addMenus } from "./elements.ts";

const board = { state: "passcode", token: boardToken, is_embedded: false } as const;

function linksIn(selector: string): (string | null)[] {
  return [...document.querySelectorAll(selector)].map((link) => link.getAttribute("href") ?? link.textContent);
}

/** What the other public pages have in their markup. */
function menusOfOtherPages() {
  document.body.innerHTML = publicPages.renderPage("privacy", plainConfig);
  return { panel: linksIn(".menu-panel :is(a, button)"), folds: linksIn(".fold li > *") };
}

beforeEach(() => {
  document.body.innerHTML = publicPages.renderBoard(board, plainConfig);
});

test("a board's bar gets the menus that every other page has", () => {
  expect(linksIn(".menu-panel a")).toEqual([]);
  addMenus(document);
  const menus = { panel: linksIn(".menu-panel :is(a, button)"), folds: linksIn(".fold li > *") };
  expect(menus).toEqual(menusOfOtherPages());
});

test("the panel becomes the same drawer", () => {
  addMenus(document);
  installDrawer(document);
  document.querySelector<HTMLElement>(".bar > button")?.click();
  expect(document.querySelector("dialog")?.open).toBe(true);
  expect(linksIn("dialog .when-out .group a")).toEqual(["/", "/login", "/signup"]);
});

test("where nobody can sign up, the menu does not lead there either", () => {
  document.body.innerHTML = publicPages.renderBoard(board, { ...plainConfig, sign_up: false });
  addMenus(document);
  expect(linksIn(".menu-panel .when-out a")).toEqual(["/", "/login"]);
});

test("inside another site there is no bar to put menus into", () => {
  document.body.innerHTML = publicPages.renderBoard({ ...board, is_embedded: true }, plainConfig);
  addMenus(document);
  expect(document.querySelector("details, nav")).toBeNull();
});
