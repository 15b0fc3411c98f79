ALTER TABLE "sites" ADD COLUMN "battery_reserve" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "off_reason" text;--> statement-breakpoint
-- By hand: why tasks are off was derived from their runs and the sites of their robots until now.
UPDATE "scheduled_tasks" SET "off_reason" = 'ranOnce' WHERE NOT "is_on" AND "days" = '' AND EXISTS (
  SELECT 1 FROM "task_runs" WHERE "task_runs"."task_id" = "scheduled_tasks"."id" AND "task_runs"."starts_at" >= "scheduled_tasks"."anchor_at"
  AND ("task_runs"."state" = 'started' OR "task_runs"."state" = 'notStarted' AND "task_runs"."reason" NOT IN ('taskOff', 'robotMoved', 'robotGone')));--> statement-breakpoint
UPDATE "scheduled_tasks" SET "off_reason" = 'robotMoved' FROM "robots", "maps"
WHERE NOT "is_on" AND "off_reason" IS NULL AND "robots"."serial_number" = "scheduled_tasks"."serial_number" AND "robots"."site_id" <> "maps"."site_id"
  AND "maps"."id" = coalesce((SELECT "map_id" FROM "cruise_paths" WHERE "cruise_paths"."id" = "scheduled_tasks"."path_id"), "scheduled_tasks"."disinfection" ->> 'mapId');--> statement-breakpoint
-- By hand: migration 0018 copied the names of points with the quotation marks of JSON.
UPDATE "deliveries" SET "loading_name" = "loading_name"::jsonb #>> '{}' WHERE "origin" = 'robot' AND "loading_name" ~ '^"([^"\\[:cntrl:]]|\\["\\/bfnrt])*"$';--> statement-breakpoint
UPDATE "deliveries" SET "destination_name" = "destination_name"::jsonb #>> '{}' WHERE "origin" = 'robot' AND "destination_name" ~ '^"([^"\\[:cntrl:]]|\\["\\/bfnrt])*"$';