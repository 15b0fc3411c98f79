CREATE TABLE "alarm_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disinfection_records" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"robot_name" jsonb NOT NULL,
	"map_id" text NOT NULL,
	"map_name" jsonb NOT NULL,
	"floor" text DEFAULT '' NOT NULL,
	"robot_map_name" text NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"aim" double precision NOT NULL,
	"wait_until_empty" boolean NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"reason" jsonb,
	"started_by" text NOT NULL,
	"started_by_name" jsonb NOT NULL,
	"language" text DEFAULT 'zhCN' NOT NULL,
	"task_run_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"estimate" jsonb NOT NULL,
	"planned_cells" integer NOT NULL,
	"covered_cells" integer DEFAULT 0 NOT NULL,
	"dose" double precision,
	"agent_left" double precision,
	"agent_full" double precision,
	"sections" jsonb NOT NULL,
	"is_sent" boolean DEFAULT false NOT NULL,
	"is_taken" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT -1 NOT NULL,
	"grid" jsonb NOT NULL,
	"planned" jsonb NOT NULL,
	"doses" jsonb NOT NULL,
	"pauses" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"weekly" boolean DEFAULT false NOT NULL,
	"points" jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"saved_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"kind" text DEFAULT 'cruise' NOT NULL,
	"execute_time" text NOT NULL,
	"days" text DEFAULT '' NOT NULL,
	"path_id" text NOT NULL,
	"path_name" text NOT NULL,
	"rounds" integer DEFAULT 1 NOT NULL,
	"speech" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'zhCN' NOT NULL,
	"point_settings" jsonb NOT NULL,
	"patience" integer NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"task_id" text NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"serial_number" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"reason" text,
	"record_id" text,
	"moved_to" timestamp (3) with time zone,
	"is_forced" boolean DEFAULT false NOT NULL,
	"change_reason" text DEFAULT '' NOT NULL,
	"changed_by" text,
	CONSTRAINT "task_runs_task_id_planned_at_pk" PRIMARY KEY("task_id","planned_at")
);
--> statement-breakpoint
CREATE TABLE "delivery_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"filter" jsonb NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"file_id" text DEFAULT '' NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_steps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"value" integer
);
--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "parameters" jsonb;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "quiet_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "rounds" integer;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "task_id" text;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "planned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "number" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "site_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "robot_delivery_id" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "origin" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "ended_from" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loader_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "recipient_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "destination_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_sealed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "pickup_sealed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "size" text DEFAULT 'small' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "compartment" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "wanted_robot" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "avoided_robot" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "created_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "created_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "arrival_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "has_more_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "act" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "returns" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_acknowledged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "keypad_locked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarm_links" ADD CONSTRAINT "alarm_links_case_id_alarm_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."alarm_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_steps" ADD CONSTRAINT "delivery_steps_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_links_case" ON "alarm_links" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "alarm_links_expires" ON "alarm_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "disinfection_records_robot" ON "disinfection_records" USING btree ("serial_number","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disinfection_records_started" ON "disinfection_records" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "disinfection_records_task_run" ON "disinfection_records" USING btree ("task_run_id") WHERE "disinfection_records"."task_run_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "disinfection_records_under_way" ON "disinfection_records" USING btree ("serial_number") WHERE "disinfection_records"."state" = 'inProgress';--> statement-breakpoint
CREATE INDEX "schedule_exceptions_robot" ON "schedule_exceptions" USING btree ("serial_number","end_time");--> statement-breakpoint
CREATE INDEX "scheduled_tasks_robot" ON "scheduled_tasks" USING btree ("serial_number","execute_time");--> statement-breakpoint
CREATE INDEX "task_runs_due" ON "task_runs" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "task_runs_robot" ON "task_runs" USING btree ("serial_number","starts_at");--> statement-breakpoint
CREATE INDEX "delivery_exports_user" ON "delivery_exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_steps_delivery" ON "delivery_steps" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "alarm_cases_owner" ON "alarm_cases" USING btree ("owner_id","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "cruise_records_task" ON "cruise_records" USING btree ("task_id","planned_at") WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_site" ON "deliveries" USING btree ("site_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_robots_id" ON "deliveries" USING btree ("serial_number","robot_delivery_id") WHERE robot_delivery_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("site_id","serial_number") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_on_board" ON "deliveries" USING btree ("serial_number") WHERE returns in ('returning', 'failed');--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("site_id","changed_at") WHERE ended_at is not null and not is_acknowledged and status not in ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_destination" ON "deliveries" USING btree ("destination","created_at" DESC NULLS LAST);--> statement-breakpoint
-- By hand: deliveries of earlier versions belong to their robot's site, and keep the names of their points.
UPDATE "deliveries" SET "site_id" = "robots"."site_id" FROM "robots" WHERE "robots"."serial_number" = "deliveries"."serial_number";--> statement-breakpoint
UPDATE "deliveries" SET "loading_name" = "points"."name" FROM "points" WHERE "points"."area_id" = "deliveries"."loading_point";--> statement-breakpoint
UPDATE "deliveries" SET "destination_name" = "points"."name" FROM "points" WHERE "points"."area_id" = "deliveries"."destination";
