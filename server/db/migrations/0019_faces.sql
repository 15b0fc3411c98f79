CREATE TABLE "face_persons" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"serial_number" text NOT NULL,
	"robot_face_id" text NOT NULL,
	"consent_at" timestamp (3) with time zone NOT NULL,
	"consent_by" text NOT NULL,
	"consent_note" text DEFAULT '' NOT NULL,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "face_records" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"robot_face_id" text NOT NULL,
	"robot_name" jsonb NOT NULL,
	"site_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"person_id" text,
	"temperature" double precision,
	"threshold" double precision NOT NULL,
	"is_high" boolean NOT NULL,
	"place_name" jsonb NOT NULL,
	"alarm_case_id" text,
	"file_id" text,
	"blurred" text DEFAULT '' NOT NULL,
	"checked_by" text,
	"checked_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_reveals" (
	"id" text PRIMARY KEY NOT NULL,
	"face_id" text NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ticket_hash" text NOT NULL,
	"opened_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "face_sites" (
	"site_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"ground" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"picture_days" integer DEFAULT 30 NOT NULL,
	"row_days" integer DEFAULT 90 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "face_persons" ADD CONSTRAINT "face_persons_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_records" ADD CONSTRAINT "face_records_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_records" ADD CONSTRAINT "face_records_person_id_face_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."face_persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_reveals" ADD CONSTRAINT "face_reveals_face_id_face_records_id_fk" FOREIGN KEY ("face_id") REFERENCES "public"."face_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_sites" ADD CONSTRAINT "face_sites_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "face_persons_site" ON "face_persons" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "face_persons_until" ON "face_persons" USING btree ("until");--> statement-breakpoint
CREATE INDEX "face_records_robot" ON "face_records" USING btree ("serial_number","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "face_records_high" ON "face_records" USING btree ("serial_number","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "face_records"."is_high";--> statement-breakpoint
CREATE INDEX "face_records_registered" ON "face_records" USING btree ("serial_number","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "face_records"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "face_records_site" ON "face_records" USING btree ("site_id","at");--> statement-breakpoint
CREATE INDEX "face_records_person" ON "face_records" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "face_records_file" ON "face_records" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "face_reveals_face" ON "face_reveals" USING btree ("face_id","at");--> statement-breakpoint
-- Written by hand: faces are stored as records of their site from now on, and never as events.
DELETE FROM "robot_events" WHERE "event"->>'type' = 'face';
