CREATE TABLE "call_contents" (
	"site_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"phrases" jsonb NOT NULL,
	"pictures" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_contents" ADD CONSTRAINT "call_contents_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;