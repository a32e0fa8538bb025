const names =
  "Aelwyn,Bram Ironfoot,Corvin,Dara,Elowen,Faelan,Gwyn,Hester Vale,Isolde,Joren,Kara,Lysander Quill,Mirabel,Nyx,Orin Stonehand,Petra,Quentin,Rowan,Sable,Theron,Una,Vesper,Wren,Xanthe,Yorick,Zephyr,Ash,Birch,Cinder,Drake,Ember,Flint,Gale,Hawk,Ivy,Jade,Knox,Lark,Moss,Nettle,Onyx,Pike,Quartz,Raven,Slate,Thorn,Umber,Vale,Willow,Yarrow".split(
    ",",
  );
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A board as visitors see it, with as many players as its budget is for and numbers that do not repeat themselves. */
export function sampleBoard() {
  const random = sequence(7);
  const rows = names.map((name, index) => ({
    rank: index + 1,
    previous_rank: Math.max(1, index + 1 + Math.round(random() * 4 - 2)),
    member_key: Array.from({ length: 16 }, () => alphabet[Math.floor(random() * 64)]).join(""),
    name,
    tint: 1 + Math.floor(random() * 8),
    score: Math.round(4812 - index * 70 - random() * 60),
    days_met: 30 - Math.floor(random() * 8),
    days_due: 30,
    trend: Array.from({ length: 8 }, () => Math.round(120 + random() * 60)),
  }));
  return {
    state: "open",
    standings: sampleStandings(rows),
    token: "k".repeat(43),
    is_preview: false,
    is_embedded: false,
  };
}

function sampleStandings(rows) {
  return {
    board: {
      id: "0b9f4c52-3f0e-4d4e-9d43-0a0a0a0a0a0a",
      title: "November raid race",
      description: "Points from donations, raid attacks and clan games. Excused days do not count against anyone.",
      clan: { name: "Night Owls" },
      measure: "points",
      period: { from: "2026-11-01", to: "2026-11-30", label: "1 – 30 Nov 2026", time_zone: "Europe/Berlin" },
      reset_time: "08:00",
      state: "active",
      columns: ["change", "trend", "days_met"],
      created_at: "2026-11-01T09:12:00.000Z",
      expires_at: "2026-12-15T09:12:00.000Z",
    },
    version: "q1w2e3r4t5z6u7i8o9p0",
    updated_at: "2026-11-15T20:13:00.000Z",
    is_final: false,
    has_results: true,
    rows,
    activities: [{ key: "a1", name: "Donations", icon: "gift", color: "moss", unit: "troops", value_type: "whole" }],
    earlier: [],
  };
}

/** The same numbers on every build, between 0 and 1. */
function sequence(seed) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
