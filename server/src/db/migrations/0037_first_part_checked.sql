-- Reads every row and lets everybody write meanwhile: what it found is known when the tables are split, so that they need
-- not be read again while nobody can.
alter table entries validate constraint first_part;
alter table entry_versions validate constraint first_part;
