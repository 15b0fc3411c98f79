CREATE TABLE "media_viewings" (
	"viewer" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"what" text[] NOT NULL,
	"is_channel" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_viewings" ADD CONSTRAINT "media_viewings_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_viewings" ADD CONSTRAINT "media_viewings_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_viewings" ADD CONSTRAINT "media_viewings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_viewings_user" ON "media_viewings" USING btree ("user_id","serial_number");