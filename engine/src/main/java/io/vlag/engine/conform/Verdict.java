package io.vlag.engine.conform;

/** What a comparison of one figure came to. */
public enum Verdict {
    AGREE("agree"),
    DISAGREE("disagree"),
    NOT_MEASURED("not measured");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** For people and for the JSON. */
    public String words() {
        return words;
    }
}
