-- The moments at which a bulletin was announced, once when it could be read and once when it expired.
alter table bulletins rename column published_told_at to published_announced_at;
alter table bulletins rename column expired_told_at to expired_announced_at;
