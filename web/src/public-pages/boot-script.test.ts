import { runInNewContext } from "node:vm";
import { themes } from "@clanhall/contract/themes";
import { beforeEach, expect, test } from "vitest";
import { bootScript, callsScript } from "./boot-script.ts";

const root = document.documentElement;
const visited: string[] = [];

function arriveAt(pathname: string, storage: Pick<Storage, "getItem"> = localStorage): void {
  const location = { pathname, replace: (address: string) => visited.push(address) };
  runInNewContext(bootScript, { document, location, localStorage: storage });
}

beforeEach(() => {
  localStorage.clear();
  visited.length = 0;
  delete root.dataset.theme;
  delete root.dataset.signedIn;
  document.head.innerHTML = '<meta name="theme-color" content="#000000">';
});

test("it is small enough to be inlined everywhere", () => {
  expect(new TextEncoder().encode(bootScript).length).toBeLessThanOrEqual(600);
});

test.each(Object.entries(themes))("a visitor who chose %s gets it before the first paint", (name, { colors }) => {
  localStorage.setItem("ui_theme", name);
  arriveAt("/privacy");
  expect(root.dataset.theme).toBe(name);
  expect(document.querySelector("meta")?.getAttribute("content")).toBe(colors.primary);
});

test.each(["", "darkTheme", "toString", '"forestTheme"', "{}"])("a stored theme of %j is ignored", (stored) => {
  localStorage.setItem("ui_theme", stored);
  arriveAt("/privacy");
  expect(root.dataset.theme).toBeUndefined();
  expect(document.querySelector("meta")?.getAttribute("content")).toBe("#000000");
});

test("a theme also holds on a page without a theme colour", () => {
  document.head.innerHTML = "";
  localStorage.setItem("ui_theme", "oceanTheme");
  localStorage.setItem("auth_token", "token");
  arriveAt("/terms");
  expect(root.dataset).toMatchObject({ theme: "oceanTheme", signedIn: "true" });
});

test.each(["auth_token", "dev_user_id"])("whoever has %s goes from the landing page to the dashboard", (key) => {
  localStorage.setItem(key, "something");
  arriveAt("/");
  expect(root.dataset.signedIn).toBe("true");
  expect(visited).toEqual(["/dashboard"]);
});

test.each(["/privacy", "/nowhere", "/dashboard"])("a signed-in user stays on %s", (path) => {
  localStorage.setItem("auth_token", "token");
  arriveAt(path);
  expect(root.dataset.signedIn).toBe("true");
  expect(visited).toEqual([]);
});

test("a visitor without a session stays on the landing page", () => {
  arriveAt("/");
  expect(root.dataset.signedIn).toBeUndefined();
  expect(visited).toEqual([]);
});

test("a browser that forbids storage shows the page as it is", () => {
  const forbidden = {
    getItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
  };
  expect(() => arriveAt("/", forbidden)).not.toThrow();
  expect(root.dataset.theme).toBeUndefined();
});

/** What the document asks for on its own at an address. */
function callsAt(pathname: string): { url: string; authorization: string | undefined }[] {
  const calls: ReturnType<typeof callsAt> = [];
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    calls.push({ url, authorization: headers["authorization"] });
  };
  runInNewContext(callsScript, { window: {}, location: { pathname }, localStorage, fetch, Date });
  return calls;
}

function signIn(secondsLeft: number): void {
  localStorage.setItem("auth_token", "token-1");
  localStorage.setItem("clanhall-auth", JSON.stringify({ expires_at: Date.now() / 1000 + secondsLeft }));
}

test("the document asks ahead for what a screen needs, for who is signed in", () => {
  const clan = "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111";
  expect(callsAt(`/clan/${clan}`)).toEqual([]);
  signIn(600);
  expect(callsAt(`/clan/${clan}`)).toEqual(
    ["/api/config", "/api/me/admin", "/api/clans/my", `/api/clans/${clan}/home`].map((url) => ({
      url,
      authorization: "Bearer token-1",
    })),
  );
  expect(callsAt("/clan/of-somebody")).toEqual([]);
});

test("a sign-in that ends in a moment asks for nothing ahead", () => {
  signIn(60);
  expect(callsAt("/dashboard")).toEqual([]);
});
