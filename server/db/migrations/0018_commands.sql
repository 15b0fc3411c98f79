ALTER TABLE "commands" ADD COLUMN "parameters" jsonb;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "file_id" text;