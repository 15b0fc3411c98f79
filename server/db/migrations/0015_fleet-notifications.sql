-- Notifies every server to reload its copy of the fleet (server/fleet/fleetCache.ts). Once a statement and
-- without content: a transaction notifies once, whatever it changes. Tables that robot messages write have no trigger.
CREATE FUNCTION "note_fleet_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('fleet', '');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "robots_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "robots" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();--> statement-breakpoint
CREATE TRIGGER "points_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "points" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();--> statement-breakpoint
CREATE TRIGGER "maps_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "maps" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();--> statement-breakpoint
CREATE TRIGGER "robot_map_names_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "robot_map_names" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();--> statement-breakpoint
CREATE TRIGGER "relations_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "relations" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();--> statement-breakpoint
CREATE TRIGGER "accepted_deviations_fleet" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "accepted_deviations" FOR EACH STATEMENT EXECUTE FUNCTION "note_fleet_change"();
