CREATE TABLE "job_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"workers" jsonb NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"serial_queue" text,
	"every_ms" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
	"runner" text,
	"percent" integer DEFAULT 0 NOT NULL,
	"step" jsonb,
	"reason" jsonb,
	"is_cancelling" boolean DEFAULT false NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_waiting_key" ON "jobs" USING btree ("key") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "jobs_started" ON "jobs" USING btree ("started_at");