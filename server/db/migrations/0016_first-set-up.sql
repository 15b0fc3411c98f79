ALTER TABLE "robots" ADD COLUMN "driven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "driven_metres" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "commands_confirmed_stops" ON "commands" USING btree ("serial_number") WHERE "commands"."kind" = 'stop' and "commands"."state" = 'finished';