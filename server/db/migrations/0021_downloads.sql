CREATE TABLE "robot_software" (
	"id" text PRIMARY KEY NOT NULL,
	"models" text[] NOT NULL,
	"version" text NOT NULL,
	"released_on" date NOT NULL,
	"notes_zh" text NOT NULL,
	"notes_en" text NOT NULL,
	"file_id" text NOT NULL,
	"is_compared" boolean NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"damaged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "robot_software_file" ON "robot_software" USING btree ("file_id");