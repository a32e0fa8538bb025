/** How one kind of list is drawn; its markup is what a game could show. */
export interface Layout {
  id: string;
  what: string;
  /** In CSS pixels; pictures have three times as many, wide ones twice. */
  width: number;
  height: number;
  ratio: number;
  fonts: string[];
  weight: number;
  /** How the numbers of each column are written. */
  columns: ("full" | "short" | "small")[];
  css: string;
  head: string;
  row: (row: { rank: number; name: string; values: string[]; hue: number }) => string;
}

const rankRow = `.row{display:flex;align-items:center;gap:10px;padding:0 14px;box-sizing:border-box}
.name{flex:1;white-space:nowrap;overflow:hidden}.n{text-align:right;white-space:nowrap}`;

export const layouts: Layout[] = [
  {
    id: "dark",
    what: "dark list with avatars, medals and subtitles",
    width: 390,
    height: 844,
    ratio: 3,
    fonts: ["roboto", "lato", "montserrat"],
    weight: 700,
    columns: ["full"],
    css: `${rankRow}body{background:#14161f;color:#e9ecf5}.row{height:62px;border-bottom:1px solid #262a38}
.rank{width:26px;color:#8d93a8;font-size:15px}.av{width:40px;height:40px;border-radius:20px}
.name{font-size:16px}.sub{font-size:11px;color:#8d93a8;font-weight:400}.n{font-size:17px;color:#ffd76a}`,
    head: `<div style="height:92px;padding:18px;font-size:22px">Clan War <span style="font-size:13px">Members Ranking</span></div>`,
    row: ({ rank, name, values, hue }) =>
      `<div class=row><div class=rank>${rank}</div><div class=av style="background:hsl(${hue} 60% 45%)"></div><div class=name>${name}<div class=sub>Level ${20 + (hue % 60)}</div></div><div class="n v0">${values[0]}</div></div>`,
  },
  {
    id: "table",
    what: "light table with two columns",
    width: 360,
    height: 800,
    ratio: 3,
    fonts: ["source-sans-3", "roboto", "nunito"],
    weight: 400,
    columns: ["full", "small"],
    css: `${rankRow}body{background:#fff;color:#222}.row{height:46px}.row:nth-child(even){background:#f1f4f8}
.rank{width:24px;color:#888}.name,.n{font-size:15px}.v0{width:92px}.v1{width:56px}`,
    head: `<div style="height:64px;padding:16px;font-size:18px">Guild Contribution</div><div class=row style="font-size:12px;color:#666"><div class=rank>#</div><div class=name>Player</div><div style="width:92px;text-align:right">Donated</div><div style="width:56px;text-align:right">Battles</div></div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div class=rank>${rank}</div><div class=name>${name}</div><div class="n v0">${values[0]}</div><div class="n v1">${values[1]}</div></div>`,
  },
  {
    id: "parchment",
    what: "parchment with serifs and old-style digits",
    width: 390,
    height: 844,
    ratio: 3,
    fonts: ["eb-garamond", "merriweather"],
    weight: 600,
    columns: ["full"],
    css: `${rankRow}body{background:linear-gradient(#ecdcb4,#dcc58f);color:#4a2c12;font-variant-numeric:oldstyle-nums}
.row{height:58px;border-bottom:1px dashed #a98650}.rank{width:26px}.name{font-size:18px}.n{font-size:19px}`,
    head: `<div style="height:84px;padding:20px;font-size:24px;text-align:center">Hall of Deeds</div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div class=rank>${rank}.</div><div class=name>${name}</div><div class="n v0">${values[0]}</div></div>`,
  },
  {
    id: "short",
    what: "two columns with 12.4M and 850K",
    width: 390,
    height: 844,
    ratio: 3,
    fonts: ["exo-2", "lato", "rajdhani"],
    weight: 600,
    columns: ["short", "short"],
    css: `${rankRow}body{background:#1d2b3a;color:#fff}.row{height:54px;margin:4px 8px;border-radius:8px;background:#2a3d52}
.name{font-size:16px}.n{font-size:17px;width:76px}.v1{color:#9fe3ff}`,
    head: `<div style="height:78px;padding:18px;font-size:20px">Alliance <small>Power / Kills</small></div>`,
    row: ({ name, values, hue }) =>
      `<div class=row><div style="width:34px;height:34px;border-radius:6px;background:hsl(${hue} 45% 55%)"></div><div class=name>${name}</div><div class="n v0">${values[0]}</div><div class="n v1">${values[1]}</div></div>`,
  },
  {
    id: "cartoon",
    what: "outlined letters, two numbers under labels",
    width: 390,
    height: 844,
    ratio: 3,
    fonts: ["lilita-one", "luckiest-guy", "fredoka"],
    weight: 400,
    columns: ["small", "full"],
    css: `${rankRow}body{background:#3f7fd0;color:#fff}.row{height:76px;margin:5px 8px;border-radius:12px;background:#5c9be6}
.name,.n{font-size:19px;paint-order:stroke fill;-webkit-text-stroke:4px #1b2b4b}.n{width:96px;text-align:center}.lab{font-size:11px;color:#dfeeff;text-align:center}`,
    head: `<div style="height:80px;padding:20px;font-size:24px">My Club</div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div style="width:22px;color:#cde">${rank}</div><div class=name>${name}</div><div><div class=lab>Wins</div><div class="n v0">${values[0]}</div></div><div><div class=lab>Trophies</div><div class="n v1">${values[1]}</div></div></div>`,
  },
  {
    id: "delta",
    what: "white on blue, with a green gain beside each number",
    width: 360,
    height: 800,
    ratio: 3,
    fonts: ["montserrat", "source-sans-3", "exo-2"],
    weight: 700,
    columns: ["short"],
    css: `${rankRow}body{background:#123a86;color:#fff}.row{height:56px;border-bottom:1px solid #2a55a8}
.name{font-size:15px}.n{font-size:17px;width:74px}.gain{font-size:13px;color:#5dff8f;width:64px;text-align:right}`,
    head: `<div style="height:70px;padding:18px;font-size:20px">Weekly Growth</div>`,
    row: ({ rank, name, values, hue }) =>
      `<div class=row><div style="width:22px">${rank}</div><div class=name>${name}</div><div class="n v0">${values[0]}</div><div class=gain>▲ ${(hue % 40) / 10 + 0.1}M</div></div>`,
  },
  {
    id: "cards",
    what: "cards with an icon before each number",
    width: 414,
    height: 896,
    ratio: 3,
    fonts: ["nunito", "fredoka", "montserrat"],
    weight: 700,
    columns: ["full"],
    css: `${rankRow}body{background:#efe7fb;color:#3a2a5c}.row{height:68px;margin:6px 10px;border-radius:14px;background:#fff;box-shadow:0 2px 5px #0002}
.name{font-size:17px}.n{font-size:18px}.icon{width:18px;height:18px;border-radius:9px;background:#f5a623}`,
    head: `<div style="height:88px;padding:22px;font-size:22px">Event points</div>`,
    row: ({ name, values, hue }) =>
      `<div class=row><div style="width:42px;height:42px;border-radius:21px;background:hsl(${hue} 55% 60%)"></div><div class=name>${name}<div style="font-size:12px;font-weight:400;color:#8a7aa8">${hue % 3 ? "Member" : "Officer"}</div></div><div class=icon></div><div class="n v0">${values[0]}</div></div>`,
  },
  {
    id: "condensed",
    what: "condensed letters, three columns",
    width: 390,
    height: 844,
    ratio: 3,
    fonts: ["oswald", "barlow-condensed", "teko"],
    weight: 500,
    columns: ["full", "small", "short"],
    css: `${rankRow}body{background:#20120f;color:#f3e0c8}.row{height:48px;border-bottom:1px solid #40271f}
.name{font-size:18px}.n{font-size:18px}.v0{width:88px}.v1{width:52px}.v2{width:64px;color:#ffb070}`,
    head: `<div style="height:70px;padding:18px;font-size:22px">Raid Damage</div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div style="width:24px">${rank}</div><div class=name>${name}</div><div class="n v0">${values[0]}</div><div class="n v1">${values[1]}</div><div class="n v2">${values[2]}</div></div>`,
  },
  {
    id: "purple",
    what: "yellow on striped purple, heavy letters, clan tags",
    width: 375,
    height: 812,
    ratio: 2,
    fonts: ["russo-one", "lilita-one", "montserrat"],
    weight: 400,
    columns: ["full"],
    css: `${rankRow}body{background:repeating-linear-gradient(#3c1d6e 0 52px,#4a2784 52px 104px);color:#fff}.row{height:52px}
.name{font-size:16px}.n{font-size:17px;color:#ffe14d}`,
    head: `<div style="height:104px;padding:22px;font-size:22px;box-sizing:border-box">Season Score</div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div style="width:24px">${rank}</div><div class=name>[EMB] ${name}</div><div class="n v0">${values[0]}</div></div>`,
  },
  {
    id: "wide",
    what: "table across a wide screen",
    width: 960,
    height: 540,
    ratio: 2,
    fonts: ["roboto", "rajdhani", "lato"],
    weight: 500,
    columns: ["full", "full"],
    css: `${rankRow}body{background:#101820;color:#dfe8f0}.row{height:36px;padding:0 60px}.row:nth-child(odd){background:#17222d}
.name,.n{font-size:16px}.v0{width:150px}.v1{width:150px}`,
    head: `<div style="height:60px;padding:18px 60px;font-size:20px;box-sizing:border-box">Guild Roster</div>`,
    row: ({ rank, name, values }) =>
      `<div class=row><div style="width:40px">${rank}</div><div class=name>${name}</div><div class="n v0">${values[0]}</div><div class="n v1">${values[1]}</div></div>`,
  },
];
