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
ALTER TABLE "cruise_records" ADD COLUMN "rounds" integer;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "task_id" text;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "planned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_exceptions_robot" ON "schedule_exceptions" USING btree ("serial_number","end_time");--> statement-breakpoint
CREATE INDEX "scheduled_tasks_robot" ON "scheduled_tasks" USING btree ("serial_number","execute_time");--> statement-breakpoint
CREATE INDEX "task_runs_due" ON "task_runs" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "task_runs_robot" ON "task_runs" USING btree ("serial_number","starts_at");--> statement-breakpoint
CREATE INDEX "cruise_records_task" ON "cruise_records" USING btree ("task_id","planned_at") WHERE task_id is not null;