CREATE TABLE "alarm_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "quiet_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_links" ADD CONSTRAINT "alarm_links_case_id_alarm_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."alarm_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_links_case" ON "alarm_links" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "alarm_links_expires" ON "alarm_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "alarm_cases_owner" ON "alarm_cases" USING btree ("owner_id","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE owner_id is not null;