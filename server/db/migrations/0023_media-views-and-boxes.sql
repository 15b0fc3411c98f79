CREATE TABLE "media_views" (
	"file_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_views_file_id_user_id_pk" PRIMARY KEY("file_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "alarm_pictures" ADD COLUMN "box" jsonb;--> statement-breakpoint
ALTER TABLE "media_views" ADD CONSTRAINT "media_views_file_id_media_items_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_items"("file_id") ON DELETE cascade ON UPDATE no action;