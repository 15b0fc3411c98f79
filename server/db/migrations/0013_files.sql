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
ALTER TABLE "problem_reports" ALTER COLUMN "capsule" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD COLUMN "file_id" text;--> statement-breakpoint
CREATE INDEX "files_until" ON "files" USING btree ("until");--> statement-breakpoint
CREATE INDEX "files_site" ON "files" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner","owner_id");--> statement-breakpoint
CREATE INDEX "files_uploader" ON "files" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE INDEX "files_stored_as" ON "files" USING btree ("stored_as");