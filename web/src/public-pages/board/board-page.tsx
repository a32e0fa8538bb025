import type { ProductConfig } from "@clanhall/contract/system";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { Logo } from "../../ui/core/logo.tsx";
import { SiteFrame } from "../frame.tsx";
import { boardHref, OpenBoard } from "./open-board.tsx";
import type { ReactNode } from "react";
import { LostMark, WayHome } from "../text-pages.tsx";

const notices = {
  expired: {
    title: "This link has expired",
    text: "Ask the person who shared it for a new link.",
  },
  switched_off: {
    title: "This scoreboard is switched off",
    text: "The clan is not sharing any activities right now. Ask the person who shared the link to turn it back on.",
  },
  not_found: {
    title: "There is no board here",
    text: "Check the address. The link may also have been switched off. Ask the person who shared it for a new link.",
  },
  unavailable: {
    title: "The board cannot be reached right now",
    text: "Nothing is lost. Try again in a moment.",
  },
};

/** Why there is no board to see, and the way on. */
function BoardNotice({ view }: { view: Extract<BoardView, { state: keyof typeof notices }> }) {
  const { title, text } = notices[view.state];
  return (
    <Notice title={title} text={text}>
      {view.state === "unavailable" ? (
        // An empty address is that of the page itself, with all that belongs to it.
        // oxlint-disable-next-line jsx-a11y/anchor-is-valid
        <a className="button" href="">
          Try again
        </a>
      ) : (
        !view.is_embedded && <WayHome />
      )}
    </Notice>
  );
}

/** Hidden until the script can answer it: sent without one, the passcode would end up in an address. */
function PasscodeForm() {
  return (
    <Notice title="This board asks for a passcode" text="Ask the person who shared the link for it.">
      <form method="post" data-unlock="" hidden>
        <label htmlFor="passcode">Passcode</label>
        <input
          id="passcode"
          type="password"
          autoComplete="off"
          required
          maxLength={64}
          aria-describedby="passcode-error"
        />
        <p id="passcode-error" role="alert" />
        <button type="submit" className="button">
          Open the board
        </button>
      </form>
      <noscript>
        <p>Allow JavaScript for this page and reload it to open the board.</p>
      </noscript>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="sheet">
      <div className="board notice alone">
        <LostMark />
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

/** What somebody who follows a board's link sees, alone or inside another site. */
export function BoardPage({ view, config }: { view: BoardView; config: ProductConfig }) {
  const main = { "data-board": "", ...factsOf(view) };
  if (!view.is_embedded) {
    return (
      <SiteFrame page="publicScoreboard" config={config} main={main} isLean>
        <BoardContent view={view} config={config} />
      </SiteFrame>
    );
  }
  return (
    <>
      <main id="main" tabIndex={-1} {...main}>
        <BoardContent view={view} config={config} />
      </main>
      <footer className="mark">
        <a className="brand" href={"token" in view ? boardHref(view.token) : "/"} target="_blank" rel="noopener">
          <Logo size={20} />
          {config.product_name}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </footer>
    </>
  );
}

function BoardContent({ view, config }: { view: BoardView; config: ProductConfig }) {
  if (view.state === "open") return <OpenBoard view={view} config={config} />;
  return view.state === "passcode" ? <PasscodeForm /> : <BoardNotice view={view} />;
}

/** What the script has to know. */
function factsOf(view: BoardView) {
  if (view.state === "passcode") return { "data-token": view.token };
  if (view.state !== "open") return {};
  const { board, version, is_final } = view.standings;
  const isLive = board.state === "active" && !is_final && !view.is_preview;
  return { "data-token": view.token, "data-version": version, "data-live": isLive };
}
