CREATE TABLE "media_items" (
	"file_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"serial_number" text NOT NULL,
	"site_id" text NOT NULL,
	"source" text NOT NULL,
	"user_id" text,
	"user_name" text DEFAULT '' NOT NULL,
	"alarm_case_id" text,
	"map_id" text,
	"x" double precision,
	"y" double precision,
	"theta" double precision,
	"point_id" text,
	"point_name" text DEFAULT '' NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"is_recording" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"kept_at" timestamp (3) with time zone,
	"kept_by" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "media_links" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "media_items" ADD CONSTRAINT "media_items_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_links" ADD CONSTRAINT "media_links_file_id_media_items_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_items"("file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_items_robot" ON "media_items" USING btree ("serial_number","taken_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_items_case" ON "media_items" USING btree ("alarm_case_id") WHERE alarm_case_id is not null;--> statement-breakpoint
CREATE INDEX "media_items_due" ON "media_items" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "media_links_file" ON "media_links" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "media_links_until" ON "media_links" USING btree ("until");