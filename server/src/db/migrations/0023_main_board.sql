-- The board that stands for the clan; while none is chosen, or the chosen one is not active, a rule finds one.
alter table clans
  add column main_board_id uuid,
  add foreign key (id, main_board_id) references scoreboards (clan_id, id) on delete set null (main_board_id);
