CREATE TABLE "video_layout_tiles" (
	"layout_id" text NOT NULL,
	"slot" integer NOT NULL,
	"serial_number" text NOT NULL,
	"quality" text,
	"live" boolean NOT NULL,
	CONSTRAINT "video_layout_tiles_layout_id_slot_pk" PRIMARY KEY("layout_id","slot")
);
--> statement-breakpoint
CREATE TABLE "video_layouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"grid" integer NOT NULL,
	"quality" text NOT NULL,
	"still_seconds" integer NOT NULL,
	"is_shared" boolean NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_layout_tiles" ADD CONSTRAINT "video_layout_tiles_layout_id_video_layouts_id_fk" FOREIGN KEY ("layout_id") REFERENCES "public"."video_layouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_layouts" ADD CONSTRAINT "video_layouts_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_layout_tiles_robot" ON "video_layout_tiles" USING btree ("serial_number");--> statement-breakpoint
CREATE UNIQUE INDEX "video_layouts_name" ON "video_layouts" USING btree ("user_id","name");