import type { DemoClan } from "./demo-clans.ts";

export const silverCompass: DemoClan = {
  draft: {
    name: "Silver Compass",
    description: "A corporation with pilots in every time zone: fleets, mining, hauling and a very good bookkeeper.",
    game_server: "Tranquility",
    time_zone: "UTC",
    reset_time: "11:00",
    reset_in_utc: true,
    week_start: 1,
  },
  game: "eve-online",
  size: 150,
  groups: ["Combat wing", "Miners", "Haulers", "Scouts"],
  activities: [
    {
      draft: {
        name: "Checked in", short_label: "Check-in", value_type: "yes_no", aggregate: "days_done", points_per_unit: 1,
        daily_target: 1, icon: "check", color: "moss", category: "Everybody",
      },
      typical: 1, step: 1, turnout: 0.95,
    },
    {
      draft: {
        name: "Fleets joined", short_label: "Fleets", unit: "fleets", points_per_unit: 10, weekly_target: 3,
        icon: "flag", color: "rust", category: "Combat",
      },
      typical: 1, step: 1, turnout: 0.5,
    },
    {
      draft: { name: "Kills", short_label: "Kills", unit: "kills", points_per_unit: 3, icon: "sword", color: "rose", category: "Combat" },
      typical: 2, step: 1, turnout: 0.4,
    },
    {
      draft: {
        name: "Ore mined", short_label: "Ore", unit: "k m³", value_type: "decimal", points_per_unit: 0.5,
        daily_target: 10, icon: "gem", color: "teal", category: "Industry",
      },
      typical: 18, step: 0.25, turnout: 0.55,
    },
    {
      draft: { name: "Freight runs", short_label: "Freight", unit: "runs", points_per_unit: 5, icon: "map", color: "ocean", category: "Industry" },
      typical: 2, step: 1, turnout: 0.35,
    },
    {
      draft: {
        name: "Wallet donations", short_label: "Wallet", unit: "M ISK", points_per_unit: 0.1, daily_cap: 500,
        icon: "coin", color: "amber", category: "Industry",
      },
      typical: 80, step: 5, turnout: 0.4,
    },
    {
      draft: {
        name: "Gate watch", short_label: "Watch", value_type: "duration", points_per_unit: 0.1, daily_target: 30,
        daily_cap: 180, weekdays: [5, 6, 7], icon: "clock", color: "violet", category: "Combat",
      },
      typical: 55, step: 5, turnout: 0.5,
    },
  ],
  boards: [
    { draft: { title: "Pilots of the week", period: { kind: "weekly" }, top_n: 50 }, isShared: true },
    { draft: { title: "Industry, last 30 days", period: { kind: "rolling", days: 30 } }, labels: ["Ore", "Freight", "Wallet"], isShared: true },
    { draft: { title: "Combat wing", period: { kind: "monthly" }, members: { kind: "groups", ids: ["Combat wing"] } }, labels: ["Fleets", "Kills"], isShared: false },
  ],
  bulletins: [
    {
      daysAgo: 45,
      draft: { title: "How we count", pinned: true, content: "<p>Numbers are entered once a day by the officers. Ask in time when something looks wrong: after two days a day is closed.</p>" },
    },
    { daysAgo: 6, draft: { title: "Freight: new rates", content: "<p>Runs beyond the border count as two.</p>" } },
    { daysAgo: 1, draft: { title: "Sunday fleet", content: "<p>Forming up an hour after the reset. <strong>Shields, not armour.</strong></p>" } },
  ],
}; // prettier-ignore
