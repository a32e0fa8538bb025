-- Of several instances one gives and takes roles at a time. It says so again before each call of Discord; of one that died
-- the turn is over a minute later.
alter table discord_app
  add column roles_run uuid,
  add column roles_until timestamptz;
