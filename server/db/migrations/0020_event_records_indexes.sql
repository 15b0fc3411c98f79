DROP INDEX "alarm_cases_robot";--> statement-breakpoint
CREATE INDEX "alarm_cases_offline" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST) WHERE "alarm_cases"."event" = 'offline';--> statement-breakpoint
CREATE INDEX "task_runs_not_started" ON "task_runs" USING btree ("serial_number","starts_at" DESC NULLS LAST) WHERE "task_runs"."state" = 'notStarted';--> statement-breakpoint
CREATE INDEX "alarm_cases_robot" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST,"event");