import type { BoardView } from "@clanhall/contract/public-page";

export function BoardPage({ view }: { view: BoardView }) {
  return <main>{view.state === "open" ? view.standings.board.title : view.state}</main>;
}
