CREATE INDEX "alarm_notifications_summary" ON "alarm_notifications" USING btree ("contact_id","id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "alarm_notifications_waiting" ON "alarm_notifications" USING btree ("contact_id") WHERE state = 'digested' and settled_at is null;--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "tell_again_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "told_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "tell_agains" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "alarm_cases_tell_again" ON "alarm_cases" USING btree ("tell_again_at") WHERE tell_again_at is not null;