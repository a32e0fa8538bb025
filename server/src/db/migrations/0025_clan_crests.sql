-- What a clan is recognised by: one of eight colours, with one of the activities' symbols in place of its initials.
-- Without a colour it has one by its id.
alter table clans
  add column crest_tint smallint check (crest_tint between 1 and 8),
  add column crest_symbol text not null default '' check (length(crest_symbol) <= 20);
