CREATE TABLE "accepted_deviations" (
	"serial_number" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"meaning" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accepted_deviations_serial_number_kind_value_pk" PRIMARY KEY("serial_number","kind","value")
);
--> statement-breakpoint
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
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"owner_id" text NOT NULL,
	"site_id" text,
	"uploaded_by" text NOT NULL,
	"by_robot" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text DEFAULT '' NOT NULL,
	"thumbnail_bytes" integer DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"segments" jsonb NOT NULL,
	"stored_as" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "floor_drawings" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"map_id" text,
	"floor" text NOT NULL,
	"name" jsonb NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"drawing" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"published_revision" integer,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "floor_traces" (
	"drawing_id" text PRIMARY KEY NOT NULL,
	"picture_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"resolution" double precision NOT NULL,
	"origin_x" double precision NOT NULL,
	"origin_y" double precision NOT NULL,
	"origin_yaw" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "problem_reports" ALTER COLUMN "capsule" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "password_issued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "stops" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "open_seconds" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "opened_by" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "relay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "relay_key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "elevators" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "open_seconds" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "opened_by" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "relay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "relay_key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accepted_deviations" ADD CONSTRAINT "accepted_deviations_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_drawings" ADD CONSTRAINT "floor_drawings_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_drawings" ADD CONSTRAINT "floor_drawings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_traces" ADD CONSTRAINT "floor_traces_drawing_id_floor_drawings_id_fk" FOREIGN KEY ("drawing_id") REFERENCES "public"."floor_drawings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_waiting_key" ON "jobs" USING btree ("key") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "jobs_started" ON "jobs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "files_until" ON "files" USING btree ("until");--> statement-breakpoint
CREATE INDEX "files_site" ON "files" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner","owner_id");--> statement-breakpoint
CREATE INDEX "files_uploader" ON "files" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "files_stored_as" ON "files" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "floor_drawings_site" ON "floor_drawings" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "floor_drawings_map" ON "floor_drawings" USING btree ("map_id");