CREATE TABLE "deleted_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"kept" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_items" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "deleted_contacts" ADD CONSTRAINT "deleted_contacts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_contacts_site" ON "deleted_contacts" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "deleted_contacts_at" ON "deleted_contacts" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "alarm_cases_open" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state <> 'resolved';