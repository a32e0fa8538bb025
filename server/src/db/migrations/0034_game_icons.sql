-- Games of the catalogue are told apart at a glance. What an administrator chose stays.
update games set icon = chosen.icon
from (values
  ('clash-of-clans', '🏰'),
  ('clash-royale', '👑'),
  ('world-of-warcraft', '🐺'),
  ('final-fantasy-xiv', '🔮'),
  ('guild-wars-2', '🐲'),
  ('eve-online', '🚀'),
  ('elder-scrolls-online', '📜'),
  ('destiny-2', '🛸'),
  ('warframe', '🤖'),
  ('lost-ark', '⛵'),
  ('black-desert', '🐪'),
  ('genshin-impact', '🌸'),
  ('honkai-star-rail', '🚂'),
  ('raid-shadow-legends', '💀'),
  ('rise-of-kingdoms', '🏯'),
  ('runescape', '⛏'),
  ('evony', '🤴'),
  ('kingshot', '🏹'),
  ('last-war', '🪖'),
  ('lords-mobile', '🦁'),
  ('call-of-dragons', '🐉'),
  ('state-of-survival', '🧟'),
  ('whiteout-survival', '❄'),
  ('brawl-stars', '⭐'),
  ('other', '🎮')
) as chosen (slug, icon)
where games.slug = chosen.slug and games.icon = '';
