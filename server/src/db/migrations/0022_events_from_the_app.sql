-- The app itself publishes that a clan has changed, in the transaction that writes its audit log.
drop trigger clan_audit_told on clan_audit;
drop function tell_clan_changed();
