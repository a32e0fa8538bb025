import { pages, productName } from "@clanhall/contract/pages";
import { defaultTheme, themes } from "@clanhall/contract/themes";
import { escapeHtml } from "../../escape-html.ts";

const { colors } = themes[defaultTheme];

export const unsubscribeStyles = `
body{margin:0;background:${colors["surface-light"]};color:${colors["text-primary"]};font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:3rem 1rem;overflow-wrap:anywhere}
h1{font-family:Georgia,serif;line-height:1.2}
a{color:${colors.primary}}
.home{color:${colors["primary-dark"]};font:600 1.25rem Georgia,serif;text-decoration:none}
button{min-height:44px;padding:.6rem 1.4rem;border:0;border-radius:8px;background:${colors.primary};color:${colors["surface-white"]};font:inherit;font-weight:600;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid ${colors["primary-dark"]};outline-offset:2px}
`;

interface Subject {
  clanName: string;
  /** What the mails are about. */
  about: string;
}

/** Opening the page changes nothing: programs that look at links ahead of their reader open it too. */
export function askPage({ clanName, about }: Subject): string {
  return toPage(
    "Stop these mails?",
    `<p>You will get no more mails about ${about} from ${escapeHtml(clanName)}. Everything else stays as it is.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop these mails</button></form>`,
  );
}

export function donePage({ clanName, about }: Subject): string {
  return toPage("These mails are stopped", `<p>You get no more mails about ${about} from ${escapeHtml(clanName)}.</p>`);
}

function toPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – ${productName}</title>
<meta name="robots" content="noindex"><style>${unsubscribeStyles}</style></head>
<body><main><p><a class="home" href="${pages.landing.path}">${productName}</a></p><h1>${title}</h1>
${body}
<p>You choose which mails you get in <a href="${pages.account.path}?section=notifications">your account</a>.</p></main></body></html>
`;
}
