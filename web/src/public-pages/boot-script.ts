import { appearanceStorageKey, darkDevice, themes, themeStorageKey } from "@clanhall/contract/themes";

const themeColors = JSON.stringify(
  Object.fromEntries(Object.entries(themes).map(([name, { colors }]) => [name, colors.primary])),
);

/**
 * Runs in `<head>` before the first paint, so it is old-fashioned and small: applies the chosen theme and appearance, marks a
 * signed-in visitor and sends them from the landing page to their dashboard.
 */
export const bootScript = [
  "(function(){try{",
  `var d=document.documentElement,s=localStorage,c=${themeColors},t=s.${themeStorageKey},m;`,
  "if(c.hasOwnProperty(t)){d.dataset.theme=t;",
  `m=document.querySelector('meta[name="theme-color"]');if(m)m.content=c[t]}`,
  `t=s.${appearanceStorageKey};`,
  `if(t==="dark"||t==="device"&&matchMedia("${darkDevice}").matches)d.dataset.appearance="dark";`,
  `if(s.auth_token||s.dev_user_id){d.dataset.signedIn="true";`,
  `if(location.pathname==="/")location.replace("/dashboard")}`,
  "}catch(e){}})()",
].join("");

/**
 * In the app's own document, for those who are signed in: the shortcuts are loaded after the page, and one that is
 * pressed before that is kept for them in `earlyKeys.event`.
 */
export const keysScript = [
  "try{(function(s){if(!s.auth_token&&!s.dev_user_id)return;",
  "var f=window.earlyKeys=function(e){",
  "if((e.ctrlKey||e.metaKey)&&!e.shiftKey&&!e.altKey?/^k$/i.test(e.key):/^[/?]$/.test(e.key)&&e.target===document.body)",
  "{e.preventDefault();f.event=e}};",
  'addEventListener("keydown",f)})(localStorage)}catch(e){}',
].join("");
