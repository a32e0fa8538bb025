import type { ProductConfig } from "@clanhall/contract/system";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { Logo } from "../../ui/core/logo.tsx";
import { SiteFrame } from "../frame.tsx";
import { BoardNotice, PasscodeForm } from "./board-states.tsx";
import { boardHref, OpenBoard } from "./open-board.tsx";

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
