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
CREATE INDEX "disinfection_records_robot" ON "disinfection_records" USING btree ("serial_number","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disinfection_records_started" ON "disinfection_records" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "disinfection_records_task_run" ON "disinfection_records" USING btree ("task_run_id") WHERE "disinfection_records"."task_run_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "disinfection_records_under_way" ON "disinfection_records" USING btree ("serial_number") WHERE "disinfection_records"."state" = 'inProgress';