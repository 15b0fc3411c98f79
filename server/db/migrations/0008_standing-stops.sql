ALTER TABLE "commands" ADD COLUMN "lifted_at" timestamp (3) with time zone;--> statement-breakpoint
-- A held robot stays held by its newest Stop; one whose Stop is no longer on record gets one by nobody known.
UPDATE "commands" SET "lifted_at" = coalesce("ended_at", "asked_at") WHERE "kind" = 'stop' AND "id" NOT IN (
	SELECT DISTINCT ON (c."serial_number") c."id" FROM "commands" c JOIN "robots" r ON r."serial_number" = c."serial_number" WHERE r."held" AND c."kind" = 'stop' ORDER BY c."serial_number", c."asked_at" DESC
);--> statement-breakpoint
INSERT INTO "commands" ("id", "serial_number", "kind", "target", "asked_by", "asked_by_name", "state", "asked_at", "sent_at")
	SELECT gen_random_uuid()::text, r."serial_number", 'stop', '""'::jsonb, '', '""'::jsonb, 'sent', now(), now() FROM "robots" r
	WHERE r."held" AND NOT EXISTS (SELECT 1 FROM "commands" c WHERE c."serial_number" = r."serial_number" AND c."kind" = 'stop' AND c."lifted_at" IS NULL);--> statement-breakpoint
CREATE INDEX "commands_standing_stops" ON "commands" USING btree ("serial_number") WHERE "commands"."kind" = 'stop' and "commands"."lifted_at" is null;--> statement-breakpoint
ALTER TABLE "robots" DROP COLUMN "held";
