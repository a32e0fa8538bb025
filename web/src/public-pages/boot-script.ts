import { getMyAdminStatus, getProfile } from "@clanhall/contract/account";
import { getClanHome } from "@clanhall/contract/clan-home";
import { listMyClans } from "@clanhall/contract/clans";
import { getMyToday } from "@clanhall/contract/dashboard";
import { getMyStanding } from "@clanhall/contract/my-standing";
import { getConfig } from "@clanhall/contract/system";
import { appearanceStorageKey, darkDevice, mainColors, themeStorageKey } from "@clanhall/contract/theme-choice";

const themeColors = JSON.stringify(mainColors);

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

const everywhere = [getConfig.path, getMyAdminStatus.path, listMyClans.path];
const forDashboard = [getProfile.path, getMyToday.path, getMyStanding.path, "/api/bulletins?limitPerClan=5"];

/** What screens are sure to ask for, by address; the first group of the pattern is a clan. */
export const earlyCalls: [pattern: string, urls: string[]][] = [
  ["^/dashboard$", [...everywhere, ...forDashboard, "/api/scoreboards?is_active=true"]],
  ["^/clan/([0-9a-f-]{36})$", [...everywhere, getClanHome.path.replace(":clanId", "$1")]],
  ["^/(?:daily-activity|activity-history|scoreboards|bulletins|manage-players)$", everywhere],
];

/**
 * In the app's own document, for those whose sign-in still holds for a while: what the screen will ask for is on its way
 * while the scripts still load. `fetchEarly` returns it.
 */
export const callsScript = [
  "try{(function(s,t){",
  'if(!t||JSON.parse(s["clanhall-auth"]).expires_at*1e3<Date.now()+12e4)return;',
  `var m,c=window.earlyCalls={token:t},h={accept:"application/json",authorization:"Bearer "+t};`,
  `${JSON.stringify(earlyCalls)}.forEach(function(e){if(m=location.pathname.match(e[0]))e[1].forEach(function(u){`,
  'u=u.replace("$1",m[1]);(c[u]=fetch(u,{headers:h})).catch(function(){})})})',
  "})(localStorage,localStorage.auth_token)}catch(e){}",
].join("");
