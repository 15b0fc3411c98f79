DROP INDEX "disinfection_records_state";--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "own_over_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "alarm_cases" ADD COLUMN "merged_number" integer;--> statement-breakpoint
ALTER TABLE "disinfection_records" ADD COLUMN "result" text GENERATED ALWAYS AS (case when state = 'failed' and planned_cells = 0 then 'notStarted' when reason ->> 'type' = 'robotSilent' then 'unknown' else state end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "alarm_cases_merged" ON "alarm_cases" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "alarm_cases_merged_recent" ON "alarm_cases" USING btree ("serial_number","event","last_at") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "disinfection_records_result" ON "disinfection_records" USING btree ("result","started_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","mode");