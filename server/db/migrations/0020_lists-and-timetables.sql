DROP INDEX "commands_robot";--> statement-breakpoint
DROP INDEX "alarm_cases_robot";--> statement-breakpoint
DROP INDEX "cruise_records_robot";--> statement-breakpoint
DROP INDEX "cruise_records_state";--> statement-breakpoint
DROP INDEX "cruise_records_started";--> statement-breakpoint
DROP INDEX "disinfection_records_robot";--> statement-breakpoint
DROP INDEX "disinfection_records_started";--> statement-breakpoint
DROP INDEX "face_records_robot";--> statement-breakpoint
DROP INDEX "face_records_high";--> statement-breakpoint
DROP INDEX "face_records_registered";--> statement-breakpoint
DROP INDEX "deliveries_robot";--> statement-breakpoint
DROP INDEX "visits_robot";--> statement-breakpoint
CREATE INDEX "alarm_cases_offline" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST) WHERE "alarm_cases"."event" = 'offline';--> statement-breakpoint
CREATE INDEX "calls_origin" ON "calls" USING btree ("origin","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","end");--> statement-breakpoint
CREATE INDEX "calls_end" ON "calls" USING btree ("end","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","origin");--> statement-breakpoint
CREATE INDEX "cruise_records_path" ON "cruise_records" USING btree ("path_id","started_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","state");--> statement-breakpoint
CREATE INDEX "disinfection_records_state" ON "disinfection_records" USING btree ("state","started_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","mode");--> statement-breakpoint
CREATE INDEX "disinfection_records_mode" ON "disinfection_records" USING btree ("mode","started_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number");--> statement-breakpoint
CREATE INDEX "face_records_at" ON "face_records" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id");--> statement-breakpoint
CREATE INDEX "face_records_stranger" ON "face_records" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id") WHERE "face_records"."person_id" is null;--> statement-breakpoint
CREATE INDEX "task_runs_not_started" ON "task_runs" USING btree ("serial_number","starts_at" DESC NULLS LAST) WHERE "task_runs"."state" = 'notStarted';--> statement-breakpoint
CREATE INDEX "task_runs_moved" ON "task_runs" USING btree ("serial_number","planned_at") WHERE moved_to is not null;--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id","origin");--> statement-breakpoint
CREATE INDEX "deliveries_origin" ON "deliveries" USING btree ("origin","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id","status");--> statement-breakpoint
CREATE INDEX "commands_robot" ON "commands" USING btree ("serial_number","asked_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "alarm_cases_robot" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST,"event");--> statement-breakpoint
CREATE INDEX "cruise_records_robot" ON "cruise_records" USING btree ("serial_number","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cruise_records_state" ON "cruise_records" USING btree ("state","started_at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number");--> statement-breakpoint
CREATE INDEX "cruise_records_started" ON "cruise_records" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disinfection_records_robot" ON "disinfection_records" USING btree ("serial_number","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disinfection_records_started" ON "disinfection_records" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "face_records_robot" ON "face_records" USING btree ("serial_number","at" DESC NULLS LAST,"id" DESC NULLS LAST,"site_id");--> statement-breakpoint
CREATE INDEX "face_records_high" ON "face_records" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id") WHERE "face_records"."is_high";--> statement-breakpoint
CREATE INDEX "face_records_registered" ON "face_records" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST,"serial_number","site_id") WHERE "face_records"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_robot" ON "deliveries" USING btree ("serial_number","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"site_id");--> statement-breakpoint
CREATE INDEX "visits_robot" ON "visits" USING btree ("serial_number","signed_in_at" DESC NULLS LAST,"id" DESC NULLS LAST);