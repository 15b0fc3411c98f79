ALTER TABLE "leases" ADD COLUMN "test" jsonb;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "driving_cleared_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: robots that confirmed a Stop, or drove, before orders depended on it keep driving.
UPDATE "robots" SET "driving_cleared_at" = "used"."at" FROM (
	SELECT "r"."serial_number", coalesce(min("c"."ended_at"), "r"."driven_at") AS "at"
	FROM "robots" "r"
	LEFT JOIN "commands" "c" ON "c"."serial_number" = "r"."serial_number"
		AND "c"."state" = 'finished' AND "c"."kind" IN ('stop', 'goTo', 'cruise', 'charge')
	WHERE "r"."retired_at" IS NULL
	GROUP BY "r"."serial_number"
) "used" WHERE "used"."serial_number" = "robots"."serial_number" AND "used"."at" IS NOT NULL;
