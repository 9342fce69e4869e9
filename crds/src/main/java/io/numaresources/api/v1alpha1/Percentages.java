package io.numaresources.api.v1alpha1;

/**
 * Percentages as literals of CEL. An int-or-string has no length that the API server's cost estimate would believe before Kubernetes
 * 1.34, so a rule that matches one against an expression is refused, while the membership in a list costs the list alone.
 */
final class Percentages {

    /** {@code '1%'} to {@code '100%'}. */
    static final String ONE_TO_HUNDRED = "'1%', '2%', '3%', '4%', '5%', '6%', '7%', '8%', '9%', '10%'" + ", "
            + "'11%', '12%', '13%', '14%', '15%', '16%', '17%', '18%', '19%', '20%'" + ", "
            + "'21%', '22%', '23%', '24%', '25%', '26%', '27%', '28%', '29%', '30%'" + ", "
            + "'31%', '32%', '33%', '34%', '35%', '36%', '37%', '38%', '39%', '40%'" + ", "
            + "'41%', '42%', '43%', '44%', '45%', '46%', '47%', '48%', '49%', '50%'" + ", "
            + "'51%', '52%', '53%', '54%', '55%', '56%', '57%', '58%', '59%', '60%'" + ", "
            + "'61%', '62%', '63%', '64%', '65%', '66%', '67%', '68%', '69%', '70%'" + ", "
            + "'71%', '72%', '73%', '74%', '75%', '76%', '77%', '78%', '79%', '80%'" + ", "
            + "'81%', '82%', '83%', '84%', '85%', '86%', '87%', '88%', '89%', '90%'" + ", "
            + "'91%', '92%', '93%', '94%', '95%', '96%', '97%', '98%', '99%', '100%'";

    private Percentages() {}
}
