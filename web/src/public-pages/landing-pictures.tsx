import type { ReactNode } from "react";

/** Small drawings beside the landing page's features; each says nothing that its text does not say. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 400 150" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      {children}
    </svg>
  );
}

const gridRows = [
  { y: 47, cells: ["Aelwyn", "264", "4", "2,711"] },
  { y: 81, cells: ["Bram", "803", "2", "3,886"] },
  { y: 115, cells: ["Corvin", "625", "1", ""] },
];
const gridColumns = [24, 196, 272, 364];

export function GridPicture() {
  return (
    <Picture>
      <path className="paper" d="M12 25h376v124H12z" />
      <path className="pick" d="M116 25h168v102H116z" />
      <path className="line" d="M12 59h376M12 93h376M12 127h376M116 25v124M208 25v124M284 25v124M12 149V25h376v124" />
      <path
        className="hatch"
        d="M284 127l34-34M296 127l34-34M308 127l34-34M320 127l34-34M332 127l34-34M344 127l34-34M356 127l32-32M368 127l20-20"
      />
      {gridRows.map(({ y, cells }) =>
        cells.map((text, column) => (
          <text key={text} x={gridColumns[column]} y={y} textAnchor={column === 0 ? "start" : "end"}>
            {text}
          </text>
        )),
      )}
      <text className="warn" x="364" y="115" textAnchor="end">
        missing
      </text>
      <path className="outline" d="M116 25h168v102H116z" />
    </Picture>
  );
}

export function LinkPicture() {
  return (
    <Picture>
      <path
        className="soft"
        d="M74 150V94a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v56zM242 150v-44a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v44z"
      />
      <path className="deep" d="M158 150V72a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v78z" />
      <rect className="paper edge" x="60" y="14" width="280" height="36" rx="18" />
      <path
        className="outline"
        d="M86 35l-3 3a5 5 0 0 1-7-7l5-5a5 5 0 0 1 7 0M83 30a5 5 0 0 0 7 0l5-5a5 5 0 0 0-7-7l-3 3"
        transform="translate(2 4)"
      />
      <text x="112" y="37">
        clan.example/scoreboard/…
      </text>
    </Picture>
  );
}

export function InvitePicture() {
  return (
    <Picture>
      <circle className="deep" cx="200" cy="40" r="24" />
      <text className="on-deep" x="200" y="46" textAnchor="middle">
        Ka
      </text>
      {["4", "0", "7", "2", "9", "1"].map((digit, index) => (
        <g key={digit}>
          <rect className="paper edge" x={78 + index * 42} y="86" width="34" height="44" rx="8" />
          <text className="digit" x={95 + index * 42} y="115" textAnchor="middle">
            {digit}
          </text>
        </g>
      ))}
    </Picture>
  );
}

export function BulletinPicture() {
  return (
    <Picture>
      <rect className="paper edge" x="44" y="22" width="312" height="140" rx="14" />
      <path className="deep" d="M322 36h14v3l-3 2v7l4 4v2h-7v8h-2v-8h-7v-2l4-4v-7l-3-2z" />
      <text className="title" x="66" y="58">
        Raid at eight, bring healers
      </text>
      <path className="words" d="M68 82h250M68 104h262M68 126h150" />
    </Picture>
  );
}
