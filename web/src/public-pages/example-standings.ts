export interface Standing {
  rank: number;
  /** Places won since the previous period; negative when places were lost. */
  change: number;
  player: string;
  initials: string;
  /** One of the avatar's colours. */
  tint: number;
  points: number;
  lastDays: number[];
}

/** The made-up clan of the landing page's scoreboard, best first. Two players share the second place. */
export const exampleStandings: Standing[] = [
  {
    rank: 1,
    change: 1,
    player: "Aelwyn",
    initials: "Ae",
    tint: 1,
    points: 4812,
    lastDays: [150, 165, 158, 170, 171, 148, 147, 186],
  },
  {
    rank: 2,
    change: -1,
    player: "Bram Ironfoot",
    initials: "BI",
    tint: 2,
    points: 4655,
    lastDays: [150, 146, 157, 149, 145, 158, 178, 174],
  },
  {
    rank: 2,
    change: 2,
    player: "Corvin",
    initials: "Co",
    tint: 3,
    points: 4655,
    lastDays: [160, 164, 166, 171, 165, 170, 140, 156],
  },
  {
    rank: 4,
    change: 0,
    player: "Dara",
    initials: "Da",
    tint: 4,
    points: 4102,
    lastDays: [166, 167, 152, 145, 136, 160, 152, 163],
  },
  {
    rank: 5,
    change: 3,
    player: "Elowen",
    initials: "El",
    tint: 5,
    points: 3988,
    lastDays: [132, 128, 143, 126, 141, 138, 130, 149],
  },
];
